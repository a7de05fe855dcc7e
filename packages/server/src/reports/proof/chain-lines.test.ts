import { expect, it } from 'vitest';
import { formatAnchorLines } from './chain-lines.ts';

it.each([
	['nothing without anchors', 0, [], []],
	['that all anchors fit', 2, [], ['Anchors by outside witnesses (2): all fit the stored reports and seals']],
	[
		'a fault, also if no anchor is left',
		0,
		['missing: anchor 1'],
		['Anchors by outside witnesses (0): 1 DIFFERENCE', '  missing: anchor 1'],
	],
])('says of anchors %s', (_, anchors, faults, lines) => {
	expect(formatAnchorLines({ anchors, faults })).toEqual(lines);
});
