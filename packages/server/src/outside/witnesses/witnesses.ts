/** Calls to outside witnesses of time: RFC 3161 time-stamping authorities, OpenTimestamps calendars, and a server of Bitcoin headers. */
import type { X509Certificate } from 'node:crypto';
import { MINUTE } from '@sw/domain/time/units';
import type { WitnessAnswer } from '../../reports/anchors/anchor-times.ts';
import {
	attestationsOf,
	blockTime,
	encodeOtsFile,
	parseOts,
	parseTimestamp,
	replacePromise,
} from '../../reports/anchors/open-timestamps.ts';
import { ProofFault, parseTokenResponse, timeStampRequest, verifyTimeStamp } from '../../reports/anchors/time-stamp.ts';
import { describeFailure, type HttpsPoster } from '../https/https-poster.ts';

export interface WitnessParts {
	readonly post: HttpsPoster;
	/** Value of the User-Agent header. */
	readonly agent: string;
	/** Trusted root certificates; null: none are configured. */
	readonly roots: readonly X509Certificate[] | null;
	/** Base URL of an Esplora API. */
	readonly blocks: string;
	/** Returns 8 random bytes. */
	nonce(): Buffer;
	wallNow(): number;
}

const MAX_RESPONSE_BYTES = 64 * 1024;
/** Maximum difference between a token's time and this server's clock. With a wrong time, verifiers would refuse honest reports. */
const CLOCK_TOLERANCE = 5 * MINUTE;
const NOT_FOUND = 404;

/** Requests a time-stamp token for the digest. Throws ProofFault with the reason if the request fails. */
export async function askTimeStamp(parts: WitnessParts, source: string, digest: Buffer): Promise<WitnessAnswer> {
	const nonce = parts.nonce();
	const media = { type: 'application/timestamp-query', accept: 'application/timestamp-reply' };
	const response = await ask(parts, 'POST', source, media, timeStampRequest(digest, nonce));
	const proof = parseTokenResponse(response, digest, nonce);
	const { time } = verifyTimeStamp(proof, digest, parts.roots);
	if (Math.abs(time - parts.wallNow()) > CLOCK_TOLERANCE)
		throw new ProofFault(`The token states ${new Date(time).toISOString()}, which differs from this server's clock.`);
	return { source, kind: 'rfc3161', proof, provenAt: time, block: null, header: null };
}

/** Requests a calendar's promise to include the digest in a Bitcoin block. Throws ProofFault. */
export async function askCalendar(parts: WitnessParts, source: string, digest: Buffer): Promise<WitnessAnswer> {
	const response = await ask(parts, 'POST', `${trimSlashes(source)}/digest`, OTS_MEDIA_TYPES, digest);
	const timestamp = parseTimestamp(response, digest);
	if (attestationsOf(timestamp).length === 0) throw new ProofFault('The calendar returned no stamp.');
	return { source, kind: 'opentimestamps', proof: encodeOtsFile(timestamp), provenAt: null, block: null, header: null };
}

/** Completes a calendar's promise once its block was mined; undefined while it is pending. Throws ProofFault. */
export async function upgradeProof(
	parts: WitnessParts,
	file: Buffer,
	digest: Buffer,
): Promise<Pick<WitnessAnswer, 'proof' | 'provenAt' | 'block' | 'header'> | undefined> {
	let timestamp = parseOts(file, digest);
	for (const attestation of attestationsOf(timestamp)) {
		if (attestation.kind !== 'pending') continue;
		const address = `${trimSlashes(calendarAddress(attestation.calendar))}/timestamp/${attestation.message.toString('hex')}`;
		const response = await ask(parts, 'GET', address, OTS_MEDIA_TYPES, '', NOT_FOUND);
		if (response) timestamp = replacePromise(timestamp, attestation.message, parseTimestamp(response, attestation.message));
	}
	const block = attestationsOf(timestamp).find((one) => one.kind === 'bitcoin');
	if (!block) return undefined;
	const header = await askHeader(parts, block.height);
	return { proof: encodeOtsFile(timestamp), provenAt: blockTime(header, block.message), block: block.height, header };
}

const OTS_MEDIA_TYPES = { type: 'application/octet-stream', accept: 'application/vnd.opentimestamps.v1' };

async function askHeader(parts: WitnessParts, height: number): Promise<Buffer> {
	const plain = { type: 'text/plain', accept: 'text/plain' };
	const hash = String(await ask(parts, 'GET', `${trimSlashes(parts.blocks)}/block-height/${height}`, plain, '')).trim();
	if (!/^[0-9a-f]{64}$/.test(hash)) throw new ProofFault(`${parts.blocks} answered without the hash of block ${height}.`);
	const header = String(await ask(parts, 'GET', `${trimSlashes(parts.blocks)}/block/${hash}/header`, plain, '')).trim();
	if (!/^[0-9a-f]{160}$/.test(header)) throw new ProofFault(`${parts.blocks} answered without the header of block ${height}.`);
	return Buffer.from(header, 'hex');
}

/** Validates a URL from a calendar's response. The poster also checks it: it connects to public hosts over TLS only. */
function calendarAddress(text: string): string {
	if (!/^https:\/\/[\w.-]+(?:\/[\w./-]*)?$/.test(text)) throw new ProofFault('The calendar names an address that is not accepted.');
	return text;
}

function trimSlashes(address: string): string {
	return address.replace(/\/+$/, '');
}

async function ask(parts: WitnessParts, method: 'GET' | 'POST', url: string, media: MediaTypes, body: Buffer | string): Promise<Buffer>;
async function ask(
	parts: WitnessParts,
	method: 'GET',
	url: string,
	media: MediaTypes,
	body: string,
	none: number,
): Promise<Buffer | undefined>;
async function ask(
	{ post, agent }: WitnessParts,
	method: 'GET' | 'POST',
	url: string,
	{ type, accept }: MediaTypes,
	body: Buffer | string,
	emptyStatus?: number,
): Promise<Buffer | undefined> {
	const contentHeaders = method === 'POST' ? { 'content-type': type, 'content-length': Buffer.byteLength(body) } : {};
	const answered = await post({
		method,
		url,
		headers: { ...contentHeaders, accept, 'user-agent': agent },
		body,
		mostBytes: MAX_RESPONSE_BYTES,
	});
	if (answered.status === null) {
		const outcome = describeFailure(answered);
		throw new ProofFault('why' in outcome ? outcome.why : 'There was no response.');
	}
	if (answered.status === emptyStatus) return undefined;
	if (answered.status !== 200) throw new ProofFault(`The response has status ${answered.status}.`);
	return answered.body;
}

interface MediaTypes {
	type: string;
	accept: string;
}
