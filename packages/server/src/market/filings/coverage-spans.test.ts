import { ALL_ISSUERS, type StoredSpan } from '@sw/store/postgres/records/filings';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCoverageSpans } from './coverage-spans.ts';

const CIKS = [7, 8, 2_000];

describe('coverage of many issuers', () => {
	const span = fc
		.record({ cik: fc.constantFrom(ALL_ISSUERS, ...CIKS), from: fc.nat(60), length: fc.nat(30), known: fc.option(fc.nat(100)) })
		.map(
			({ cik, from, length, known }): StoredSpan => ({
				cik,
				fromAt: from as never,
				toAt: (from + length) as never,
				knownAt: known as never,
			}),
		);
	const question = fc.record({
		to: fc.nat(100),
		at: fc.nat(120),
		since: fc.nat(80),
		knowledge: fc.constantFrom('live' as const, 'reconstructed' as const),
	});

	it('does not begin with a span of the feed that was replaced, and is known only since then', () => {
		const spans = createCoverageSpans(() => 0);
		spans.add([
			{ cik: ALL_ISSUERS, fromAt: 10, toAt: 10, knownAt: null },
			{ cik: ALL_ISSUERS, fromAt: 9, toAt: 9, knownAt: null },
			{ cik: ALL_ISSUERS, fromAt: 9, toAt: 10, knownAt: 1 },
			{ cik: 8, fromAt: 0, toAt: 0, knownAt: null },
		] as never);
		expect(spans.createCoverageLookup(10, 0, 'live')(0, 0)).toBe(10);
		expect(spans.createCoverageLookup(10, 1, 'live')(0, 0)).toBe(9);
	});

	it('is what each one’s spans say, whatever is stored between questions', () => {
		fc.assert(
			fc.property(fc.array(fc.record({ span, questions: fc.array(question, { maxLength: 6 }) }), { maxLength: 14 }), (steps) => {
				const spans = createCoverageSpans((cik) => CIKS.indexOf(cik) * 1_500);
				for (const step of steps) {
					spans.add([step.span]);
					for (const { to, at, since, knowledge } of step.questions) {
						const reachOf = spans.createCoverageLookup(to, at, knowledge);
						for (const [i, cik] of CIKS.entries())
							expect(reachOf(i * 1_500, since)).toBe(spans.coveredFrom(cik, to, since, at, knowledge) ?? Number.POSITIVE_INFINITY);
					}
				}
			}),
			{ numRuns: 2_000 },
		);
	});
});
