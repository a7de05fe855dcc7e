import { expect, it } from 'vitest';
import { CORRECTIONS } from './correction-kinds.ts';

it.each([
	[{ from: '2026-06-01', to: '2026-06-08' }, false],
	[{ from: '2026-06-01', to: '2026-06-09' }, true],
	[{ from: '2026-06-01' }, true],
	[{ to: '2026-06-01' }, false],
	[{}, false],
])('a span of %j works in steps: %s', (span, isLong) => {
	expect(CORRECTIONS.gaps.runsInSteps?.(span)).toBe(isLong);
});
