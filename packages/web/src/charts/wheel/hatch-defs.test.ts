import { readFileSync } from 'node:fs';
import { hatchPatterns } from '@sw/domain/signals/wheel/hatch';
import { describe, expect, it } from 'vitest';

describe('the hatching of wheels in forced-colors mode', () => {
	it('has a pattern for each that the styles use, and uses each pattern', () => {
		const css = readFileSync(new URL('wheel.module.css', import.meta.url), 'utf8');
		const used = [...css.matchAll(/url\(#([\w-]+)\)/g)].map(([, id]) => id);
		const defined = [...hatchPatterns().matchAll(/ id="([\w-]+)"/g)].map(([, id]) => id);
		expect(new Set(used).size).toBe(used.length);
		expect(used.sort()).toEqual(defined.sort());
	});
});
