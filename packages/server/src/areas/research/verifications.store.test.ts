import type { ReportRecord } from '@sw/domain/reports/report-record';
import { isoSeconds } from '@sw/domain/time/format';
import { type ReportTime, utcMs } from '@sw/domain/time/units';
import { sql } from '@sw/store/postgres/records';
import { insertAnchor } from '@sw/store/postgres/records/anchors';
import { reportsBetween } from '@sw/store/postgres/records/reports/reports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readReportWitnesses } from '../../reports/anchors/anchor-times.ts';
import { computeHeadDigest } from '../../reports/anchors/head-text.ts';
import { createSampleBlock, formatSampleHead } from '../../reports/proof/testing/sample-chain.ts';
import type { VerdictAnswer, VerificationAnswer } from '../../reports/recompute/verifications.ts';
import { createMarketStores, type MarketStores } from '../../research/testing/market-stores.ts';
import { createResearchApp, type ResearchApp } from '../../research/testing/research-app.ts';

let at: MarketStores;
let api: ResearchApp;
let all: ReportRecord[];
beforeAll(async () => {
	at = await createMarketStores();
	api = await createResearchApp(at);
	all = await reportsBetween(at.stores.records.db, 0 as ReportTime, at.market.now(), 'reverse');
});
afterAll(async () => {
	await api?.app.close();
	await at?.close();
});

const VERIFY = '/api/sector-charts/history/verify';

function ask(body: object) {
	return api.call('POST', VERIFY, body) as Promise<{ status: number; body: VerificationAnswer }>;
}

/** Asks until the verdict is there, as a browser does. */
async function verdictOf(record: ReportRecord): Promise<{ verdict: VerdictAnswer; shares: number[] }> {
	const shares: number[] = [];
	for (;;) {
		const { status, body } = await ask({ date: isoSeconds(record.time) });
		if (body.state === 'done') {
			expect(status).toBe(200);
			return { verdict: body, shares };
		}
		expect(status).toBe(202);
		shares.push(body.progress);
	}
}

describe('a report that a reader has verified', () => {
	it('is recomputed and found identical', async () => {
		await api.signIn();
		const record = all.at(-1) as ReportRecord;
		const { verdict, shares } = await verdictOf(record);
		expect(verdict).toMatchObject({ identical: true, recomputed: true, same_inputs: true, same_engine: true, differences: [] });
		expect([verdict.content_hash, verdict.stored_hash, verdict.recomputed_hash]).toEqual(Array(3).fill(record.contentHash));
		expect(verdict.witnesses).toEqual([]);
		expect(shares).toEqual([...shares].sort((a, b) => a - b));
	});

	it('names its outside witnesses, and an anchor that is for another chain', async () => {
		await api.signIn();
		const record = all.at(-1) as ReportRecord;
		const { ots, header } = createSampleBlock(
			computeHeadDigest(formatSampleHead(record.chainSeq, record.link, 0)),
			925_000,
			Date.UTC(2026, 10, 28, 21, 5),
		);
		const proof = { source: 'https://calendar.example.test', kind: 'opentimestamps', proof: ots, header, block: 925_000 } as const;
		const anchor = { text: formatSampleHead(record.chainSeq, record.link, 0), chainSeq: record.chainSeq, seals: 0, madeAt: utcMs(0) };
		const { db } = at.stores.records;
		await insertAnchor(db, { ...anchor, proofs: [{ ...proof, provenAt: utcMs(0) }] });
		expect(await readReportWitnesses(db, record.chainSeq, null)).toEqual({
			witnesses: [{ by: 'Bitcoin block 925000', before: Date.UTC(2026, 10, 28, 21, 5) }],
			faults: [],
		});
		await insertAnchor(db, {
			...anchor,
			text: formatSampleHead(record.chainSeq, 'a'.repeat(64), 0),
			proofs: [{ ...proof, provenAt: utcMs(0) }],
		});
		const { faults } = await readReportWitnesses(db, record.chainSeq, null);
		expect(faults).toEqual([
			`anchor of report ${record.chainSeq} by https://calendar.example.test: The .ots file is for another digest.`,
			`report ${record.chainSeq} of the chain isn't the one that witnesses stamped`,
		]);
		const { verdict } = await verdictOf(all.at(-3) as ReportRecord);
		expect([verdict.identical, verdict.faults, verdict.witnesses]).toEqual([
			false,
			faults,
			[{ by: 'Bitcoin block 925000', before: '2026-11-28T21:05:00Z' }],
		]);
		await db.execute(sql`truncate anchors, anchor_proofs`);
	});

	it('is named by ticker and cell where it differs', async () => {
		await api.signIn();
		const record = all.at(-2) as ReportRecord;
		const where = `report = toDateTime(${record.time / 1000}, 'UTC') AND build = ${record.buildId} AND ticker_id = 7`;
		await at.stores.series.bulk.run(`ALTER TABLE report_rows UPDATE w60 = bitXor(w60, 0x1000) WHERE ${where} SETTINGS mutations_sync = 1`);
		const { verdict } = await verdictOf(record);
		expect(verdict).toMatchObject({ identical: false, difference_count: 1, recomputed_hash: record.contentHash });
		expect(verdict.differences[0]).toMatchObject({ ticker_id: 7, cell: 'volume 1h' });
		expect(verdict.differences[0]?.ticker).toMatch(/^[A-Z.]+$/);
	});

	it('is computed again once stored data has changed, however short ago it was asked for', async () => {
		await api.signIn();
		const record = all.at(-4) as ReportRecord;
		expect((await verdictOf(record)).verdict.identical).toBe(true);
		const where = `report = toDateTime(${record.time / 1000}, 'UTC') AND build = ${record.buildId} AND ticker_id = 7`;
		await at.stores.series.bulk.run(`ALTER TABLE report_rows UPDATE w60 = bitXor(w60, 0x1000) WHERE ${where} SETTINGS mutations_sync = 1`);
		expect((await verdictOf(record)).verdict.identical).toBe(true);
		api.simulateCorrection();
		expect((await verdictOf(record)).verdict.identical).toBe(false);
	});

	it('must exist, in that version, and be open to the licence', async () => {
		const date = isoSeconds((all.at(-1) as ReportRecord).time);
		await api.signIn();
		expect((await ask({ date: '2001-01-01T15:00:00Z' })).status).toBe(404);
		expect((await ask({ date, version: 9 })).status).toBe(404);
		expect((await ask({})).status).toBe(400);
		expect((await ask({ date: 'yesterday' })).status).toBe(400);
		await api.signIn({ licence: null });
		expect((await ask({ date })).status).toBe(403);
		await api.signIn({ licence: 'basic' });
		const locked = all.find(
			({ time }) => at.market.reports.at(time)?.report === 'pro' && !at.market.reports.at(time)?.first,
		) as ReportRecord;
		expect(await ask({ date: isoSeconds(locked.time) })).toMatchObject({ status: 403, body: { detail: 'You need update your license' } });
	});
});
