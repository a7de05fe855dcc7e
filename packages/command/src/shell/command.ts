import type { ExitCode } from './exit.ts';
import type { Options, ParsedArguments } from './options.ts';
import type { World } from './world.ts';

export interface Command {
	readonly name: string;
	/** One line, for the list of commands. */
	readonly about: string;
	/** Command lines, one for each form. */
	readonly usage: readonly string[];
	/** Paragraphs. */
	readonly text: readonly string[];
	readonly options: Options;
	/** A command line, and its effect. */
	readonly examples: readonly (readonly [line: string, about: string])[];
	/** Returns the exit code, or throws a Failure. */
	run(args: ParsedArguments, world: World): Promise<ExitCode>;
}

/** A program of the server beside this one, which reads its arguments itself. */
export type ServerCommand = Omit<Command, 'run'>;
