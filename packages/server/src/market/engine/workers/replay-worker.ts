/**
 * Entry point of a thread that replays a block of rows. It imports only the engine, because chDB must not be loaded in a thread.
 */
import { parentPort, type Transferable } from 'node:worker_threads';
import { createEngine } from '@sw/domain/signals/engine/create-engine';
import { replayDay } from '@sw/domain/signals/engine/replay';
import { collectBlockBuffers } from '@sw/domain/signals/engine/state';
import type { Engine } from '@sw/domain/signals/engine/types';
import type { WorkerReply, WorkerRequest } from './messages.ts';

let engine: Engine | undefined;

function reply(message: WorkerReply, transfer: Transferable[] = []): void {
	parentPort?.postMessage(message, transfer);
}

parentPort?.on('message', (message: WorkerRequest) => {
	if (message.kind === 'block') {
		engine = createEngine({ parameters: message.block.parameters, rows: message.block.rows });
		engine.loadBlocks([message.block]);
		return;
	}
	if (!engine) throw new RangeError('There is no earlier state to continue from.');
	if (message.kind === 'day') {
		replayDay(engine, message.day, message.matrix);
		reply({ kind: 'replayed' });
		return;
	}
	const block = engine.extractBlock(0, engine.rows);
	reply({ kind: 'block', block }, collectBlockBuffers(block) as ArrayBuffer[]);
});
