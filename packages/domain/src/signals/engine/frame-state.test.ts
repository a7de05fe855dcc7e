import { expect, it } from 'vitest';
import { PARAMETERS_V1 } from '../parameters.ts';
import { createFrameShape } from './frame-state.ts';

it('accepts windows as long as the rank of a value in them is representable', () => {
	const windowed = (bars: number) => createFrameShape(0, { ...PARAMETERS_V1, windowBars: [bars, 78, 70, 88, 65] });
	expect(windowed(65_536).windowBars).toBe(65_536);
	expect(() => windowed(65_537)).toThrow('A window of 65537 bars is too long.');
});
