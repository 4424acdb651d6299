/** Address of a script that the build bundles apart, for a worker. */
declare module '*?worker&url' {
  const address: string;
  export default address;
}
