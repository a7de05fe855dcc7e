import type { SessionMatrix } from '@sw/domain/prices/session-matrix';
import type { ReplayDay } from '@sw/domain/signals/engine/replay';
import type { EngineBlock } from '@sw/domain/signals/engine/state';

/** To a worker: first the rows to go on with, then days in order, then the end. */
export type ToWorker = { kind: 'block'; block: EngineBlock } | { kind: 'day'; day: ReplayDay; matrix: SessionMatrix } | { kind: 'end' };

/** From a worker: after each day, and the rows after the last. */
export type FromWorker = { kind: 'taken' } | { kind: 'block'; block: EngineBlock };
