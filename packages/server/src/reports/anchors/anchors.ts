/**
 * Asks outside witnesses to stamp the ends of the chains of reports and seals: after each session's close, outside of slots,
 * until every witness has answered.
 */

import type { Calendar } from '@sw/domain/time/calendar';
import { HOUR, MINUTE, type UtcMs, utcMs } from '@sw/domain/time/units';
import type { Stores } from '@sw/store/open';
import {
	type AnchorProof,
	findNewestBySource,
	findPendingProofs,
	insertAnchor,
	lastPositionUpTo,
	saveProof,
	sealLinks,
} from '@sw/store/postgres/records/anchors';
import { createStoredChain } from '@sw/store/postgres/records/reports/report-chain';
import { z } from 'zod';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';
import { type BoundJob, bindJob, defineJob, type JobContext } from '../../platform/jobs/definition.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { computeHeadDigest, formatHead } from './head-text.ts';
import { computeTreeRoot } from './seal-tree.ts';
import { ProofError } from './time-stamp.ts';

export const ANCHOR_LANE = 'anchors';

/** Job that asks witnesses to stamp the reports up to a session's close. `round` identifies the attempt. */
export const ANCHOR = defineJob({
	kind: 'anchor',
	lane: ANCHOR_LANE,
	payload: z.object({ due: z.number(), round: z.number() }),
	key: ({ due, round }) => `${due} ${round}`,
});

export interface AnchorParts {
	readonly records: Stores['records'];
	/** Requests a stamp from each witness, by its URL; rejects with a ProofError. */
	readonly witnesses: ReadonlyMap<string, (digest: Buffer) => Promise<AnchorProof>>;
	/** Completes a calendar's promise once its block was mined; undefined until then. Rejects with a ProofError. */
	upgrade(otsFile: Buffer, digest: Buffer): Promise<Pick<AnchorProof, 'proof' | 'provenAt' | 'block' | 'header'> | undefined>;
	wallNow(): number;
	/** Publishes a stamped head; rejects if that fails. Default: heads aren't published. */
	publish?: ((text: string) => Promise<void>) | undefined;
}

export interface Anchors {
	readonly job: BoundJob;
	/** Whether some witness hasn't yet stamped the reports up to a session's close, or a promise may have become a block. */
	isStampDue(due: UtcMs): Promise<boolean>;
	/** Returns why the last attempt known to this process failed; undefined if it succeeded. */
	getProblem(): string | undefined;
	/** Reads how the last attempt ended, even if another process made it or this process has restarted since. */
	loadLastOutcome(jobs: Pick<Jobs, 'readPage'>): Promise<void>;
}

/** Minimum age of a promise before its block is requested: no block can include it earlier. */
const MIN_PROMISE_AGE_MS = HOUR;

export function createAnchors(parts: AnchorParts): Anchors {
	const { db } = parts.records;
	let problem: string | undefined;
	const findDuePromises = async () => (await findPendingProofs(db)).filter(({ madeAt }) => madeAt + MIN_PROMISE_AGE_MS <= parts.wallNow());
	return {
		getProblem: () => problem,
		isStampDue: async (due) => (await findMissingWitnesses(parts, due)).length > 0 || (await findDuePromises()).length > 0,
		loadLastOutcome: async (jobs) => {
			const [last] = (await jobs.readPage([ANCHOR.kind], { skip: 0, max: 1 })).items;
			if (last?.state === 'failed') problem = last.error ?? undefined;
			else if (last?.state === 'done') problem = undefined;
		},
		job: bindJob(ANCHOR, async ({ due }, context) => {
			const stamped = await stampHead(parts, due as UtcMs, context);
			const completed = await completePromises(parts, await findDuePromises(), context);
			const failures = [...stamped.failures, ...completed.failures];
			problem = failures.length > 0 ? failures.join(' ') : undefined;
			// Successful answers are already stored; the next round asks only the other witnesses.
			if (problem !== undefined) throw new Error(problem);
			return { stamped: stamped.count, blocks: completed.count };
		}),
	};
}

/** Finds the witnesses that haven't stamped all reports up to a session's close. */
async function findMissingWitnesses({ records: { db }, witnesses }: AnchorParts, due: UtcMs): Promise<string[]> {
	const [lastSeq, newest] = [await lastPositionUpTo(db, due), await findNewestBySource(db)];
	return lastSeq === 0 ? [] : [...witnesses.keys()].filter((source) => (newest.get(source)?.chainSeq ?? 0) < lastSeq);
}

async function stampHead(
	parts: AnchorParts,
	due: UtcMs,
	{ progress, printLine }: JobContext,
): Promise<{ count: number; failures: string[] }> {
	const { db } = parts.records;
	const missingWitnesses = await findMissingWitnesses(parts, due);
	if (missingWitnesses.length === 0) return { count: 0, failures: [] };
	progress('Asking witnesses for a stamp');
	// Every round reads the chain's current end: a stamp proves only when the end was read.
	const { end } = await createStoredChain(db).readNewest();
	const seals = await sealLinks(db);
	const madeAt = utcMs(parts.wallNow());
	const text = formatHead({ reports: end.links, link: end.link, seals: seals.length, root: computeTreeRoot(seals), readAt: madeAt });
	const digest = computeHeadDigest(text);
	const failures: string[] = [];
	const stampPromises = missingWitnesses.map(async (source): Promise<AnchorProof[]> => {
		try {
			const proof = await parts.witnesses.get(source)?.(digest);
			return proof ? [proof] : [];
		} catch (error) {
			failures.push(describeProofError(source, error));
			return [];
		}
	});
	const proofs = (await Promise.all(stampPromises)).flat();
	for (const { source } of proofs) printLine(`${source} stamped the chain of ${end.links} reports`);
	if (proofs.length > 0) {
		await insertAnchor(db, { text, chainSeq: end.links, seals: seals.length, madeAt, proofs });
		await parts.publish?.(text).catch((error) => failures.push(describeProofError('The webhook', error)));
	}
	return { count: proofs.length, failures };
}

async function completePromises(
	parts: AnchorParts,
	pendingProofs: Awaited<ReturnType<typeof findPendingProofs>>,
	{ progress, printLine, signal }: JobContext,
): Promise<{ count: number; failures: string[] }> {
	const failures = new Map<string, string>();
	let count = 0;
	for (const [index, { anchorId, text, source, proof }] of pendingProofs.entries()) {
		signal.throwIfAborted();
		// A calendar that fails is not asked again in this round.
		if (failures.has(source)) continue;
		progress('Asking calendars for their blocks', index / pendingProofs.length);
		try {
			const completedProof = await parts.upgrade(proof, computeHeadDigest(text));
			if (!completedProof) continue;
			await saveProof(parts.records.db, { anchorId, source }, completedProof);
			count++;
			printLine(`${source}: Bitcoin block ${completedProof.block}`);
		} catch (error) {
			failures.set(source, describeProofError(source, error));
		}
	}
	return { count, failures: [...failures.values()] };
}

function describeProofError(source: string, error: unknown): string {
	if (!(error instanceof ProofError)) throw error;
	return `${source}: ${error.message}`;
}

const CHECK_INTERVAL_MS = 5 * MINUTE;
/** Interval between attempts while a witness fails. */
const ROUND_LENGTH_MS = HOUR / 2;
/** Market time after the close by which the last report of a session is published. */
const CLOSE_MARGIN_MS = 15 * MINUTE;

interface AnchorSchedule {
	marketNow(): UtcMs;
	calendar: Calendar;
	isStampDue(due: UtcMs): Promise<boolean>;
	/** Does nothing if the round was submitted before. */
	submit(request: { due: UtcMs; round: number }): Promise<unknown>;
	onError(message: string, error: unknown): void;
}

/** Submits the stamp of the last session, even one that was missed while the server was off. Returns a function that stops the schedule. */
export function scheduleAnchors(wall: WallClock, schedule: AnchorSchedule): () => void {
	let cancel = (): void => {};
	const scheduleNext = (): void => {
		cancel = wall.after(CHECK_INTERVAL_MS, () => {
			scheduleNext();
			submitIfDue(wall.now(), schedule).catch((error) => schedule.onError('failed to schedule a stamp of the chain', error));
		});
	};
	scheduleNext();
	return () => cancel();
}

async function submitIfDue(wallNow: number, { marketNow, calendar, isStampDue, submit }: AnchorSchedule): Promise<void> {
	const due = findLastClose(calendar, utcMs(marketNow() - CLOSE_MARGIN_MS));
	if (due !== undefined && (await isStampDue(due))) await submit({ due, round: Math.floor(wallNow / ROUND_LENGTH_MS) });
}

/** Returns the latest close of a session at or before an instant. */
function findLastClose(calendar: Calendar, instant: UtcMs): UtcMs | undefined {
	const session = calendar.lastOpened(instant);
	if (!session || session.close <= instant) return session?.close;
	return calendar.previousSession(session.date)?.close;
}
