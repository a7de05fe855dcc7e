/** Where text goes. */
export interface Screen {
	write(text: string | Uint8Array): void;
	/** Somebody looks: colours and the width of lines count. */
	readonly isTerminal: boolean;
	/** Characters in a line of a terminal. */
	readonly width: number;
}

/** All that a command knows of the machine it runs on. */
export interface World {
	readonly env: Readonly<Record<string, string | undefined>>;
	/** Of this package. */
	readonly version: string;
	readonly out: Screen;
	readonly err: Screen;
	readonly fetch: typeof globalThis.fetch;
	/** The text of a file; of what is piped in for '-'. */
	readonly readText: (path: string) => Promise<string>;
	/** Whether others than its owner may read a file. */
	readonly isOpenToOthers: (path: string) => Promise<boolean>;
	/** Never over a file that is there, unless told. */
	readonly writeFile: (path: string, bytes: Uint8Array, over: boolean) => Promise<void>;
	/** Over after so many milliseconds, or as soon as the command is stopped. */
	readonly pause: (ms: number) => Promise<void>;
	/** Aborted by Ctrl+C and its like; the reason is the signal's name. */
	readonly stopped: AbortSignal;
	/** Runs the product until it is stopped, on these settings. */
	readonly startProduct: (settings: Readonly<Record<string, string>>) => Promise<void>;
}
