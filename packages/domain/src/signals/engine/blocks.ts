import { buffersOf } from './columnar.ts';
import type { Frame } from './frame-state.ts';
import { copyStateRows, type EngineState, engineState } from './state.ts';

/** Some rows of an engine, with everything needed to continue elsewhere: plain data that can be posted to another thread. */
export type EngineBlock = Omit<EngineState, 'coming'>;

/** The memory of a block, to transfer it instead of copying. */
export function blockBuffers({ shared, frames }: EngineBlock): ArrayBufferLike[] {
	return [...buffersOf(shared), ...frames.flatMap(({ columns }) => buffersOf(columns))];
}

/** A copy of rows [from, to). */
export function takeBlock(state: EngineState, from: number, to: number): EngineBlock {
	atRest(state);
	if (!(from >= 0 && from <= to && to <= state.rows)) throw new RangeError(`Rows ${from} to ${to} don't exist.`);
	const block = engineState(state.parameters, to - from);
	copyPosition(state, block);
	copyStateRows(state, from, block, 0, to - from);
	for (const [row, ratios] of state.announced) if (row >= from && row < to) block.announced.set(row - from, [...ratios]);
	return block;
}

function atRest({ coming }: EngineState): void {
	if (coming) throw new RangeError(`The session of ${coming.session.date} has started without a slot.`);
}

/** Position of a state, without its rows. */
function copyPosition(from: EngineBlock, to: EngineState): void {
	to.sessions.splice(0, to.sessions.length, ...from.sessions);
	to.slot = from.slot;
	for (const [t, own] of to.frames.entries()) {
		const { clock, sorted, folded, ready, nextReady } = from.frames[t] as Frame;
		const { bar, closed, q, volumeShare, optionShare } = clock;
		Object.assign(own, { sorted, folded, ready, nextReady });
		Object.assign(own.clock, { bar, closed, q, volumeShare, optionShare });
		own.clock.barQ.set(clock.barQ);
		own.clock.barEnd.set(clock.barEnd);
	}
}

/** Takes over the rows of all blocks in order. They must have gone through the same calls. */
export function putBlocks(state: EngineState, blocks: readonly EngineBlock[]): void {
	atRest(state);
	const total = blocks.reduce((sum, { rows }) => sum + rows, 0);
	const [one] = blocks;
	if (!one || total !== state.rows) throw new RangeError(`The blocks have ${total} rows instead of ${state.rows}.`);
	if (blocks.some(({ slot, sessions }) => slot !== one.slot || sessions.at(-1)?.date !== one.sessions.at(-1)?.date))
		throw new RangeError('The blocks are at different slots.');
	copyPosition(one, state);
	state.announced.clear();
	let first = 0;
	for (const block of blocks) {
		copyStateRows(block, 0, state, first, block.rows);
		for (const [row, ratios] of block.announced) state.announced.set(first + row, [...ratios]);
		first += block.rows;
	}
}
