import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { UtcMs } from '@sw/domain/time/units';
import type { Stores } from '@sw/store/open';
import { newestAnchors } from '@sw/store/postgres/records/anchors';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { proofPage } from '../http/proof-page.ts';
import { openHeadKey } from '../reports/anchors/head-key.ts';
import { parseHead } from '../reports/anchors/head-text.ts';

/** Stamped heads that are listed, newest first. */
const LISTED = 400;
/** Seconds: a stamp is made once a day. */
const FRESH = 300;
const VERIFIER = join(import.meta.dirname, '../reports/proof/verify.py');

/** What readers need to check the chain without an account: its stamped heads, the key that signs them, and the verifier. */
export const proofRoutes =
	({ records: { db }, since }: { records: Stores['records']; since: UtcMs | undefined }) =>
	(app: FastifyInstance): void => {
		const send = (reply: FastifyReply, type: string, text: string | Buffer) =>
			reply.header('cache-control', `public, max-age=${FRESH}`).type(type).send(text);
		app.get('/heads.txt', async (_, reply) => {
			const [key, anchors] = [await openHeadKey(db), await newestAnchors(db, LISTED)];
			const lines = [
				'# reports link seals root time signature (Ed25519, of the text in docs/proof-format.md)',
				...anchors.map(({ text }) => key.line(text)),
			];
			return send(reply, 'text/plain; charset=utf-8', `${lines.join('\n')}\n`);
		});
		app.get('/.well-known/signalwheel-key', async (_, reply) => send(reply, 'application/x-pem-file', (await openHeadKey(db)).publicKey));
		app.get('/verify.py', async (_, reply) => send(reply, 'text/x-python; charset=utf-8', readFileSync(VERIFIER)));
		app.get('/proof', async (request, reply) => {
			const anchors = (await newestAnchors(db, LISTED)).flatMap(({ text, proofs }) => {
				const head = parseHead(text);
				return head ? [{ head, proofs: proofs.map(({ source, block, provenAt }) => ({ source, block, provenAt })) }] : [];
			});
			const isGerman = /^\s*de\b/i.test(request.headers['accept-language'] ?? '');
			reply.header('vary', 'accept-language');
			return send(reply, 'text/html; charset=utf-8', proofPage({ anchors, since, language: isGerman ? 'de' : 'en' }));
		});
	};
