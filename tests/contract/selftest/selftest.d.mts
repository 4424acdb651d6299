/** Drives every call the right way, then wrong ways, then the controls. @returns what was not as it should be */
export function contractFailures(): Promise<string[]>;
