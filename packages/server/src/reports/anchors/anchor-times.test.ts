import { utcMs } from '@sw/domain/time/units';
import { expect, it } from 'vitest';
import { collectWitnesses } from './anchor-times.ts';

it('names a damaged anchor among the faults instead of failing', async () => {
	const anchor = { id: 1, text: 'damaged', chainSeq: 1, seals: 0, madeAt: utcMs(0), proofs: [] };
	expect(await collectWitnesses([anchor], null, async () => undefined)).toEqual({
		witnesses: [],
		faults: ['The text of an anchor has an unknown form.'],
	});
});
