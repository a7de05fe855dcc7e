/** Converts a case's input to the arguments of the function under test, and its result to the format of the file. */
export type Adapter = (input: unknown) => unknown;
export type Adapters = Readonly<Record<string, Adapter>>;

/** Creates an adapter. The vector file is trusted to have the function's input shape; a wrong shape fails the case. */
export function createAdapter<Input>(run: (input: Input) => unknown): Adapter {
	return (input) => run(input as Input);
}
