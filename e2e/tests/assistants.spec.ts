import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contract } from '@sw/contract/index';
import { type Assistant, connectAssistant } from '../assistant.ts';
import { expect, startProduct, testWithOwnProduct as test } from '../fixtures.ts';
import { addKey } from '../personal-key.ts';
import { createTranscript, replaceTranscript } from '../transcript/transcript.ts';

const PAGE = join(import.meta.dirname, '../../docs/generated/assistant-questions.md');
const REPORT = '2026-06-30T15:45:00Z';
/** A valid value for each argument that some tool requires. */
const SOUND: Readonly<Record<string, unknown>> = {
	date: REPORT,
	time: REPORT,
	from: '2026-06-20',
	to: '2026-06-30',
	ticker_id: 1,
	id: 1,
	is_approximated: false,
	tab: 'extreme_rise',
	timeframes: ['fifteen_minutes', 'thirty_minutes', 'one_hour'],
	filters: [{ sector: 'price_short', timeframe: 'one_hour', value: 2 }],
};
/** The demo account has no searches and no messages. */
const NOT_THERE = ['searchTask', 'searchPart', 'message'];

function callOf(name: string) {
	return Object.values(contract)
		.flatMap((area) => Object.entries(area))
		.find(([call]) => call === name)?.[1];
}

/** Objects with a hit rate anywhere in an answer. */
function ratesIn(node: unknown): Record<string, unknown>[] {
	if (typeof node !== 'object' || node === null) return [];
	const within = Object.values(node).flatMap(ratesIn);
	return 'hit_rate' in node ? [node as Record<string, unknown>, ...within] : within;
}

test('the official client lists and calls every tool, each answer is short and says how far it holds', async () => {
	const running = await startProduct({ SIGNALWHEEL_ASSISTANTS: 'on' });
	const assistants: Record<string, Assistant> = {};
	for (const scope of ['lists:read', 'account:read'] as const)
		assistants[scope] = await connectAssistant(
			running.url,
			await addKey(running.product.stores.records.pool, 'pro@demo.test', 'A program', [scope]),
		);
	const tools = assistants['lists:read']?.tools ?? [];
	expect(tools.length).toBeGreaterThan(30);
	let rates = 0;
	for (const { name, inputSchema } of tools) {
		const args = Object.fromEntries((inputSchema.required ?? []).map((field) => [field, SOUND[field]]));
		if (name === 'forecastAt') args['date'] = '2026-06-30';
		const { isError, text } = (await assistants[callOf(name)?.scope ?? '']?.ask(name, args)) ?? { isError: true, text: '{}' };
		const reported = JSON.parse(text);
		if (NOT_THERE.includes(name)) {
			expect(reported, name).toMatchObject({ status: 404, title: 'Not Found' });
			continue;
		}
		expect(isError, `${name} ${text}`).toBe(false);
		expect(text.length, name).toBeLessThan(9_500);
		expect(reported.as_of, name).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
		expect(reported.market, name).toEqual({ name: 'Simulated market', now: REPORT, newest_report: REPORT });
		expect(reported.notes[0], name).toContain('Simulated market');
		for (const rate of ratesIn(reported)) {
			rates++;
			expect(rate, name).toMatchObject({ n: expect.any(Number), interval: [expect.any(Number), expect.any(Number)] });
			expect(rate, name).toHaveProperty('base_rate');
			expect(reported.notes.join(' '), name).toContain('Hypothetical');
		}
	}
	expect(rates).toBeGreaterThan(0);

	// The page's ten questions, on the same market.
	const page = readFileSync(PAGE, 'utf8');
	expect(replaceTranscript(page, await createTranscript(running)), 'npm run transcript updates it').toBe(page);
	await Promise.all(Object.values(assistants).map((assistant) => assistant.close()));
	await running.close();
});

test('assistants find nothing where they are not switched on', async () => {
	const running = await startProduct({}, undefined, { isWaiting: true, tickers: 1 });
	const answer = await running.product.app.inject({ method: 'POST', url: '/api/mcp', payload: {} });
	expect(answer.statusCode).toBe(404);
	await running.close();
});
