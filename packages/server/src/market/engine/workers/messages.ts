import type { SessionMatrix } from '@sw/domain/prices/session-matrix';
import type { ReplayDay } from '@sw/domain/signals/engine/replay';
import type { EngineBlock } from '@sw/domain/signals/engine/state';

/** Sent to a worker: first the state of its rows, then days in order, then the end. */
export type WorkerRequest =
	| { kind: 'block'; block: EngineBlock }
	| { kind: 'day'; day: ReplayDay; matrix: SessionMatrix }
	| { kind: 'end' };

/** Sent by a worker: a message after each day, and the state of its rows after the end. */
export type WorkerReply = { kind: 'replayed' } | { kind: 'block'; block: EngineBlock };
