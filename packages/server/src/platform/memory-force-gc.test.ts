import { expect, it } from 'vitest';
import { forceGc } from './memory.ts';

it('an unreferenced value is released at once, and a referenced one stays', async () => {
	const held = { name: 'held' };
	const refs = [new WeakRef({ name: 'put down' }), new WeakRef(held)];
	// A reference that was made or read in a turn of the loop lasts as long as that.
	await new Promise((resolve) => setImmediate(resolve));
	forceGc();
	expect(refs.map((ref) => ref.deref()?.name)).toEqual([undefined, held.name]);
});
