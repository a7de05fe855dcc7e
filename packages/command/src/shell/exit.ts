/** What a command ends with; docs/command-line.md and `signalwheel help` say the same. */
export const EXIT = {
	fine: 0,
	/** Nothing was found, or what was asked for does not hold. */
	nothing: 1,
	/** The command, a value or a file cannot be used as it is. */
	usage: 2,
	/** The server has refused: key, scope, licence, or a rule of its own. */
	refused: 3,
	/** No answer that can be used: not reachable, too busy, broken, or no Signalwheel. */
	unanswered: 4,
} as const;

export const EXIT_WORDS: readonly (readonly [code: number, about: string])[] = [
	[EXIT.fine, 'fine'],
	[EXIT.nothing, "not found, or the condition doesn't hold"],
	[EXIT.usage, 'invalid command, option, value or file'],
	[EXIT.refused, 'refused by the server: key, scope, licence or a rule'],
	[EXIT.unanswered, 'no usable answer: unreachable, overloaded, or not a Signalwheel server'],
	[130, 'stopped by Ctrl+C (143: by SIGTERM)'],
];

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Why a command ends without what was asked for, in a sentence for whoever typed it. */
export class Failure extends Error {
	override readonly name = 'Failure';
	readonly exit: ExitCode;
	/** What stands with the error in JSON. */
	readonly told: Readonly<Record<string, unknown>>;

	constructor(exit: ExitCode, message: string, told: Readonly<Record<string, unknown>> = {}) {
		super(message);
		this.exit = exit;
		this.told = told;
	}
}

export const misused = (message: string): Failure => new Failure(EXIT.usage, message);
