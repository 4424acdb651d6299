/** To be imported before the console: what asks for the width of the window does so when it is loaded. */
Object.assign(window, { innerWidth: 400 });

export {};
