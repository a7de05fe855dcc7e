/** The fields used from EDGAR's answers; its Atom feed and SGML headers are read in parse.ts. */
import { z } from 'zod';
import { date } from '../outbound/decode.ts';

const cik = z.coerce.number().int().min(1).max(9_999_999_999);

/** GET /files/company_tickers_exchange.json: rows of values in the order of `fields`. */
export const issuerMapWire = z.object({ fields: z.array(z.string()), data: z.array(z.array(z.unknown())).min(1) });
export const issuerMapRowWire = z.object({ cik, ticker: z.string().min(1).max(20), exchange: z.string().max(40).nullish() });

/** Parallel arrays of the same length. */
const filingArraysWire = z
	.object({
		accessionNumber: z.array(z.string()),
		acceptanceDateTime: z.array(z.string()),
		form: z.array(z.string()),
		items: z.array(z.string()),
	})
	.refine(({ accessionNumber, ...columns }) => Object.values(columns).every(({ length }) => length === accessionNumber.length), {
		path: ['accessionNumber'],
		error: 'Its arrays have different lengths.',
	});

/** GET /submissions/CIK##########.json: the newest filings, and where older ones are. */
export const submissionsWire = z.object({
	cik,
	sic: z.coerce.number().int().nullish(),
	sicDescription: z.string().nullish(),
	filings: z.object({
		recent: filingArraysWire,
		files: z.array(z.object({ name: z.string().regex(/^[\w-]+\.json$/), filingTo: date })).nullish(),
	}),
});

/** GET /submissions/CIK##########-submissions-###.json */
export const olderFilingsWire = filingArraysWire;
