/** Standard output or standard error. */
export interface OutputStream {
	write(text: string | Uint8Array): void;
	/** Whether the output is a terminal: then it is coloured, and lines are fitted to `width`. */
	readonly isTerminal: boolean;
	/** Characters per line of the terminal. Default: 80. */
	readonly width: number;
}

/** Everything a command needs from the machine that it runs on. */
export interface World {
	readonly env: Readonly<Record<string, string | undefined>>;
	/** Version of the product. */
	readonly version: string;
	readonly out: OutputStream;
	readonly err: OutputStream;
	readonly fetch: typeof globalThis.fetch;
	/** Reads the text of a file; '-' reads standard input. */
	readonly readText: (path: string) => Promise<string>;
	/** Checks whether users other than the owner have any access to a file. */
	readonly isAccessibleToOthers: (path: string) => Promise<boolean>;
	/** Fails if the file exists, unless `overwrite` is true. */
	readonly writeFile: (path: string, bytes: Uint8Array, overwrite: boolean) => Promise<void>;
	/** Waits for `ms`, or until the command is stopped. */
	readonly pause: (ms: number) => Promise<void>;
	/** Aborted by Ctrl+C and similar signals; the reason is the signal's name. */
	readonly stopSignal: AbortSignal;
	/** Runs the server with these settings until it is stopped. */
	readonly startServer: (settings: Readonly<Record<string, string>>) => Promise<void>;
	/** Runs one of the server's own programs and returns its exit code. */
	readonly runServer: (name: string, args: readonly string[]) => Promise<number>;
}
