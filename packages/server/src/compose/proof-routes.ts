import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type UtcMs, utcMs } from '@sw/domain/time/units';
import { newYorkToUtc, parseDate } from '@sw/domain/time/zone';
import type { Stores } from '@sw/store/open';
import { newestAnchors } from '@sw/store/postgres/records/anchors';
import { reportsBetween } from '@sw/store/postgres/records/reports/reports';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { PROOF_POLICY, renderProofPage } from '../http/proof-page.ts';
import { openHeadKey } from '../reports/anchors/head-key.ts';
import { parseHead } from '../reports/anchors/head-text.ts';
import { generateProofText, gzipText } from '../reports/proof/proof-file.ts';
import { generateProofLines } from '../reports/proof/proof-lines.ts';

/** Number of stamped heads listed, newest first. */
const LISTED_HEADS = 400;
/** Cache lifetime in seconds; a stamp is made only once a day. */
const MAX_AGE = 300;
const VERIFIER = join(import.meta.dirname, '../reports/proof/verify.py');

export interface ProofPages {
	readonly stores: Pick<Stores, 'records' | 'series'>;
	/** When stamping was switched on; undefined while it is off. */
	readonly stampedSince: UtcMs | undefined;
	wallNow(): number;
}

/** These routes serve files and pages, so they are left out of the API description. */
const HIDDEN = { schema: { hide: true } };

/** Routes for checking the chain without an account: its stamped heads, the key that signs them, proofs of days, and the verifier. */
export function createProofRoutes({ stores: { records, series }, stampedSince, wallNow }: ProofPages) {
	return (app: FastifyInstance): void => {
		const { db } = records;
		const send = (reply: FastifyReply, type: string, text: string | Buffer) =>
			reply.header('cache-control', `public, max-age=${MAX_AGE}`).type(type).send(text);
		app.get('/heads.txt', HIDDEN, async (_, reply) => {
			const [key, anchors] = [await openHeadKey(db), await newestAnchors(db, LISTED_HEADS)];
			const lines = [
				'# reports link seals root time signature (Ed25519, of the text in docs/proof-format.md)',
				...anchors.map(({ text }) => key.formatLine(text)),
			];
			return send(reply, 'text/plain; charset=utf-8', `${lines.join('\n')}\n`);
		});
		app.get('/.well-known/signalwheel-key', HIDDEN, async (_, reply) =>
			send(reply, 'application/x-pem-file', (await openHeadKey(db)).publicKey),
		);
		app.get('/verify.py', HIDDEN, async (_, reply) => send(reply, 'text/x-python; charset=utf-8', readFileSync(VERIFIER)));
		// Rows are left out because they need a licence; readers who have them can compare their hashes.
		app.get<{ Params: { file: string } }>('/proof/:file', HIDDEN, async ({ params }, reply) => {
			const [, name = ''] = /^(\d{4}-\d{2}-\d{2})\.proof$/.exec(params.file) ?? [];
			const date = parseDate(name);
			const reportsOfDay = date ? await reportsBetween(db, newYorkToUtc(date, 0, 0), newYorkToUtc(date, 23, 59), 'reverse') : [];
			if (reportsOfDay.length === 0 || reportsOfDay.some(({ format }) => format === 1))
				return reply.code(404).send('There is no proof for this date.\n');
			const options = { records: reportsOfDay, symbols: new Map(), withRows: false, createdAt: utcMs(wallNow()) };
			const lines = generateProofLines({ records, series }, options);
			reply.header('content-disposition', `attachment; filename="${name}.proof"`);
			return send(reply, 'application/gzip', await gzipText((await Array.fromAsync(generateProofText(lines))).join('')));
		});
		app.get('/proof', HIDDEN, async (request, reply) => {
			const anchors = (await newestAnchors(db, LISTED_HEADS)).flatMap(({ text, proofs }) => {
				const head = parseHead(text);
				return head ? [{ head, proofs: proofs.map(({ source, block, provenAt }) => ({ source, block, provenAt })) }] : [];
			});
			const isGerman = /^\s*de\b/i.test(request.headers['accept-language'] ?? '');
			reply.headers({ vary: 'accept-language', 'content-security-policy': PROOF_POLICY });
			return send(reply, 'text/html; charset=utf-8', renderProofPage({ anchors, stampedSince, language: isGerman ? 'de' : 'en' }));
		});
	};
}
