import { expect, it } from 'vitest';
import { collectPutDown } from './put-down.ts';

it('what nobody holds any more is gone at once, and what is held stays', async () => {
	const held = { name: 'held' };
	const refs = [new WeakRef({ name: 'put down' }), new WeakRef(held)];
	// A reference that was made or read in a turn of the loop lasts as long as that.
	await new Promise((resolve) => setImmediate(resolve));
	collectPutDown();
	expect(refs.map((ref) => ref.deref()?.name)).toEqual([undefined, held.name]);
});
