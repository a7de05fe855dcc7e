import type { ExitCode } from './exit.ts';
import type { Given, Options } from './options.ts';
import type { World } from './world.ts';

export interface Command {
	readonly name: string;
	/** One line, for the list of commands. */
	readonly about: string;
	/** What is typed, one line a form. */
	readonly usage: readonly string[];
	/** Paragraphs. */
	readonly text: readonly string[];
	readonly options: Options;
	/** A line to type, and what comes of it. */
	readonly examples: readonly (readonly [line: string, about: string])[];
	/** Ends with the exit code, or throws a Failure. */
	run(given: Given, world: World): Promise<ExitCode>;
}
