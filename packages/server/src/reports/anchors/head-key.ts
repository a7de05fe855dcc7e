/** The Ed25519 key of this installation, which signs published heads. A signature shows who published a head; only a witness proves when. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import type { Db } from '@sw/store/postgres/records';
import { ensureSetting } from '@sw/store/postgres/records/settings';
import { z } from 'zod';
import { parseHead } from './head-text.ts';

export interface SignedHead {
	/** In the format of docs/proof-format.md. */
	readonly text: string;
	/** Signature of the text, in base64. */
	readonly signature: string;
}

export interface HeadKey {
	/** Public key in PEM. */
	readonly publicKey: string;
	signHead(text: string): SignedHead;
	/** Builds a line of heads.txt: reports, link, seals, root, time, signature. */
	formatLine(text: string): string;
}

const SETTING_NAME = 'head_key';

/** Reads the key from the database, or creates it there. */
export async function openHeadKey(db: Db): Promise<HeadKey> {
	const newKey = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
	const key = createPrivateKey(z.string().parse(await ensureSetting(db, SETTING_NAME, newKey)));
	const createSignedHead = (text: string): SignedHead => ({ text, signature: sign(null, Buffer.from(text), key).toString('base64') });
	return {
		publicKey: String(createPublicKey(key).export({ type: 'spki', format: 'pem' })),
		signHead: createSignedHead,
		formatLine: (text) => {
			const head = parseHead(text);
			const readAt = text.trimEnd().split(' ').at(-1);
			return head ? `${head.reports} ${head.link} ${head.seals} ${head.root || '-'} ${readAt} ${createSignedHead(text).signature}` : '';
		},
	};
}
