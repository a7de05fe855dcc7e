import { it } from 'vitest';

type TestBody = () => unknown;
type TestFunction = (title: string, ...rest: [TestBody] | [TestBody, number] | [{ timeout: number }, TestBody]) => void;

/**
 * Returns `it` if the test's requirements are available. Otherwise the test is skipped with a title that says what is missing: `npm test` lists skipped tests
 * at the end.
 */
export function itWhere(isAvailable: boolean, requirement: string): TestFunction {
	return (title, ...rest) => {
		const test = isAvailable ? it : it.skip;
		const [first, second] = rest;
		const name = isAvailable ? title : `${title} (absent: ${requirement})`;
		if (typeof first === 'function') test(name, first, second as number | undefined);
		else test(name, first, second as TestBody);
	};
}
