import { describe, expect, it } from 'vitest';
import { LAYERS } from './architecture-rules.ts';
import { readImports } from './import-graph.ts';
import { checkLayers } from './layers.ts';
import { problemsIn } from './testing/fixture-project.ts';

const S = 'packages/server/src';
const W = 'packages/web/src';

function layers(texts: Record<string, string>): string[] {
	return problemsIn(texts, (root, files) => checkLayers(readImports(root, files)));
}

function fileIn(within: string, name: string): string {
	return /\.tsx?$/.test(name) ? `${within}${name}` : `${within}${name}/a.ts`;
}

/** Each module with each module of the layer above it. */
const neighbours = LAYERS.flatMap(({ within, layers }) =>
	layers
		.slice(1)
		.flatMap((modules, i) =>
			modules.flatMap((upper) =>
				(layers[i] ?? []).map((lower) => ({ upper, lower, upperFile: fileIn(within, upper), lowerFile: fileIn(within, lower) })),
			),
		),
);
/** Two modules of one layer. */
const siblings = LAYERS.flatMap(({ within, layers }) =>
	layers.flatMap((modules) =>
		modules.slice(1).map((one, i) => ({ one, other: modules[i] ?? '', from: fileIn(within, one), to: fileIn(within, modules[i] ?? '') })),
	),
);

function importing(from: string, to: string): string {
	const up = from.split('/').length - 'packages/x/src/'.split('/').length;
	return `import type { A } from '${up > 0 ? '../'.repeat(up) : './'}${to.split('/').slice(3).join('/')}';`;
}

describe('checkLayers', () => {
	it.each(neighbours)('lets $upper import $lower ($lowerFile)', ({ upperFile, lowerFile }) => {
		expect(layers({ [lowerFile]: '', [upperFile]: importing(upperFile, lowerFile) })).toEqual([]);
	});

	it.each(neighbours)('fails when $lower imports a type of $upper ($upperFile)', ({ upper, lower, upperFile, lowerFile }) => {
		expect(layers({ [lowerFile]: importing(lowerFile, upperFile), [upperFile]: '' })).toEqual([
			`${lowerFile}: ${lower} is below ${upper}, but imports the type of ${upperFile}`,
		]);
	});

	it.each(siblings)('fails when $one imports a type of $other, in the same layer', ({ one, other, from, to }) => {
		expect(layers({ [from]: importing(from, to), [to]: '' })).toEqual([
			`${from}: ${one} is in the same layer as ${other}, but imports the type of ${to}`,
		]);
	});

	it('fails when a chart imports a feature', () => {
		expect(
			layers({
				[`${W}/features/signals/card.tsx`]: "import '../../entities/list-state/state.ts';\nimport '../../charts/wheel/model.ts';",
				[`${W}/entities/list-state/state.ts`]: "import '../../charts/wheel/model.ts';",
				[`${W}/charts/wheel/model.ts`]: "import type { Card } from '../../features/signals/card.tsx';",
			}),
		).toEqual([`${W}/charts/wheel/model.ts: charts is below features, but imports the type of ${W}/features/signals/card.tsx`]);
	});

	it.each([S, W])('fails on a module of %s that no layer lists', (within) => {
		expect(layers({ [`${within}/attic/a.ts`]: '' })).toEqual([
			`${within}/attic: not listed in LAYERS of scripts/check/architecture-rules.ts`,
		]);
	});

	it('lets tests import every layer, and no shipped code import tests', () => {
		const texts = {
			[`${S}/market/a.test.ts`]: "import '../compose/b.ts';",
			[`${S}/market/testing/world.ts`]: "import '../../compose/b.ts';",
			[`${S}/compose/b.ts`]: '',
		};
		expect(layers(texts)).toEqual([]);
		expect(layers({ ...texts, [`${S}/compose/c.ts`]: "import '../market/testing/world.ts';" })).toEqual([
			`${S}/compose/c.ts: shipped code must not import test code, but imports ${S}/market/testing/world.ts`,
		]);
	});
});
