/** Exit codes, as documented in docs/command-line.md and `signalwheel help`. */
export const EXIT = {
	success: 0,
	/** Nothing was found, or a check failed. */
	notFound: 1,
	/** The command, a value or a file is invalid. */
	usage: 2,
	/** Refused by the server: key, scope, licence, or one of its own rules. */
	refused: 3,
	/** No usable response: unreachable, overloaded, failing, or not a Signalwheel server. */
	noResponse: 4,
} as const;

export const EXIT_DESCRIPTIONS: readonly (readonly [code: number, about: string])[] = [
	[EXIT.success, 'fine'],
	[EXIT.notFound, "not found, or the condition doesn't hold"],
	[EXIT.usage, 'invalid command, option, value or file'],
	[EXIT.refused, 'refused by the server: key, scope, licence or a rule'],
	[EXIT.noResponse, 'no usable response: unreachable, overloaded, or not a Signalwheel server'],
	[130, 'stopped by Ctrl+C (143: by SIGTERM)'],
];

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Why a command failed, in a sentence for the user. */
export class Failure extends Error {
	override readonly name = 'Failure';
	readonly exitCode: ExitCode;
	/** Extra fields of the error in JSON output. */
	readonly jsonFields: Readonly<Record<string, unknown>>;

	constructor(exitCode: ExitCode, message: string, jsonFields: Readonly<Record<string, unknown>> = {}) {
		super(message);
		this.exitCode = exitCode;
		this.jsonFields = jsonFields;
	}
}

export function createUsageFailure(message: string): Failure {
	return new Failure(EXIT.usage, message);
}
