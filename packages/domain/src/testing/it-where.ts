import { it } from 'vitest';

type Body = () => unknown;
type Test = (title: string, ...rest: [Body] | [Body, number] | [{ timeout: number }, Body]) => void;

/**
 * Returns `it` if the test's requirements are available. Otherwise the test is skipped with a title that says what is missing: `npm test` lists skipped tests
 * at the end.
 */
export function itWhere(isThere: boolean, needed: string): Test {
	return (title, ...rest) => {
		const test = isThere ? it : it.skip;
		const [first, second] = rest;
		const name = isThere ? title : `${title} (absent: ${needed})`;
		if (typeof first === 'function') test(name, first, second as number | undefined);
		else test(name, first, second as Body);
	};
}
