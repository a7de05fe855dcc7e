import { describe, expect, it } from 'vitest';
import { createMutants, drawSample } from './changes.ts';

function changed(text: string): string[] {
	return createMutants('a.ts', text).map(({ after }) => after);
}

describe('mutants of a file', () => {
	it('move a comparison at its bound and turn an equality round', () => {
		expect(changed('f(a < b, a >= b);')).toEqual(['f(a <= b, a >= b);', 'f(a < b, a > b);']);
		expect(changed('f(a === b);')).toEqual(['f(a !== b);']);
	});

	it('exchange sums, products, bits, and their assignments', () => {
		expect(changed('x = a + b * c;')).toEqual(['x = a - b * c;', 'x = a + b / c;']);
		expect(changed('x += a >>> b;')).toEqual(['x -= a >>> b;', 'x += a << b;']);
		expect(changed('x--;')).toEqual(['x++;']);
		expect(changed('x = -a;')).toEqual(['x = a;']);
	});

	it('leave texts that are joined and loops that count', () => {
		expect(changed("f('a' + b, `a` + b);")).toEqual([]);
		expect(changed('for (const i = a; f(i); i++) g();')).toEqual([]);
	});

	it('change constants, but none in a type or a member name', () => {
		expect(changed('f([0, 1, 2.5, true]);')).toEqual([
			'f([1, 1, 2.5, true]);',
			'f([0, 0, 2.5, true]);',
			'f([0, 1, 3.5, true]);',
			'f([0, 1, 2.5, false]);',
		]);
		expect(changed('const a: 0 | -1 | true = { 1: b };')).toEqual([]);
	});

	it('negate a condition once', () => {
		expect(changed('const f = (a) => a && b;')).toEqual(['const f = (a) => !(a && b);', 'const f = (a) => a || b;']);
		expect(changed('x = a ? b : c;')).toEqual(['x = !(a) ? b : c;']);
		expect(changed('x = !a ? b : c;')).toEqual(['x = a ? b : c;']);
	});

	it('drop an early return, and keep a branch that goes on', () => {
		expect(changed('function f() {\n\tif (a) return;\n\tif (b) g();\n}').sort()).toEqual([';', 'if (!(a)) return;', 'if (!(b)) g();']);
		expect(changed('function f() { if (!a) {\n\t\tg();\n\t\treturn b;\n\t}\n}')).toContain('function f() { ;');
	});

	it('exchange least and greatest, up and down, some and every', () => {
		expect(changed('f(Math.min(a, b), Math.ceil(c), Math.abs(d), e.some(g));')).toEqual([
			'f(Math.max(a, b), Math.ceil(c), Math.abs(d), e.some(g));',
			'f(Math.min(a, b), Math.floor(c), Math.abs(d), e.some(g));',
			'f(Math.min(a, b), Math.ceil(c), (d), e.some(g));',
			'f(Math.min(a, b), Math.ceil(c), Math.abs(d), e.every(g));',
		]);
	});

	it('leave methods that every object has', () => {
		expect(changed('f(a.toString(), a.valueOf(b), constructor(c));')).toEqual([]);
	});

	it('name their line, and hold the whole file with one change', () => {
		expect(createMutants('a.ts', 'f();\n\tg(a  < b);\nh();')).toEqual([
			{ file: 'a.ts', line: 2, before: 'g(a < b);', after: 'g(a <= b);', nth: 1, text: 'f();\n\tg(a  <= b);\nh();' },
		]);
	});
});

const lines = Array.from({ length: 30 }, (_, i) => `f(a${i} < b);`);

function drawn(text: string, seed: number, file = 'folder/a.ts', folder = 'folder'): string[] {
	return drawSample(createMutants(file, text), folder, 10, seed).map(({ after }) => after);
}

it('draws the same mutants for the same seed, also when other lines come or the folder moves', () => {
	const text = lines.join('\n');
	const sample = drawn(text, 1);
	expect(new Set(sample).size).toBe(10);
	expect(drawn(text, 1)).toEqual(sample);
	expect(drawn(text, 1, 'elsewhere/folder/a.ts', 'elsewhere/folder')).toEqual(sample);
	expect(drawn(`// one more\n${text}`, 1)).toEqual(sample);
	expect(drawn(text, 2)).not.toEqual(sample);
});

it('distinguishes mutants of identical lines', () => {
	const twice = createMutants('a.ts', 'f(a < b);\nf(a < b);');
	expect(
		drawSample(twice, '', 2, 1)
			.map(({ line }) => line)
			.sort(),
	).toEqual([1, 2]);
	expect(drawSample(twice, '', 5, 1)).toHaveLength(2);
});
