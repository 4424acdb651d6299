import { routes, startContract } from './server.mjs';

/** `npm run contract`: a server to point the console at, made of the two documents alone. */
const { address } = await startContract(Number(process.env.PORT ?? 8099));
console.log(`The contract server listens: ${address} (${routes.length} calls).`);
console.log(`STAGING_URL=${address} npm start`);
console.log(`Accounts: ${address}/__test/accounts, what was against the documents: ${address}/__test/deviations`);
