/** Calls to outside witnesses of time: RFC 3161 time-stamping authorities, OpenTimestamps calendars, and a server of Bitcoin headers. */
import type { X509Certificate } from 'node:crypto';
import { MINUTE } from '@sw/domain/time/units';
import type { WitnessAnswer } from '../../reports/anchors/anchor-times.ts';
import {
	collectAttestations,
	encodeOtsFile,
	parseOts,
	parseTimestamp,
	readBlockTime,
	replacePromise,
} from '../../reports/anchors/open-timestamps.ts';
import { createTimeStampRequest, ProofError, parseTokenResponse, verifyTimeStamp } from '../../reports/anchors/time-stamp.ts';
import { describeFailure, type HttpsPoster } from '../https/https-poster.ts';

export interface WitnessParts {
	readonly post: HttpsPoster;
	/** Value of the User-Agent header. */
	readonly userAgent: string;
	/** Trusted root certificates; null: none are configured. */
	readonly roots: readonly X509Certificate[] | null;
	/** Base URL of an Esplora API. */
	readonly blocksUrl: string;
	/** Returns 8 random bytes. */
	createNonce(): Buffer;
	wallNow(): number;
}

const MAX_RESPONSE_BYTES = 64 * 1024;
/** Maximum difference between a token's time and this server's clock. A token with a wrong time would make verifiers reject a true report. */
const CLOCK_TOLERANCE_MS = 5 * MINUTE;
const NOT_FOUND = 404;

/** Requests a time-stamp token for the digest. Throws ProofError with the reason if the request fails. */
export async function requestTimeStamp(parts: WitnessParts, source: string, digest: Buffer): Promise<WitnessAnswer> {
	const nonce = parts.createNonce();
	const media = { type: 'application/timestamp-query', accept: 'application/timestamp-reply' };
	const response = await sendRequest(parts, 'POST', source, media, createTimeStampRequest(digest, nonce));
	const proof = parseTokenResponse(response, digest, nonce);
	const { time } = verifyTimeStamp(proof, digest, parts.roots);
	if (Math.abs(time - parts.wallNow()) > CLOCK_TOLERANCE_MS)
		throw new ProofError(`The token states ${new Date(time).toISOString()}, which differs from this server's clock.`);
	return { source, kind: 'rfc3161', proof, provenAt: time, block: null, header: null };
}

/** Requests a calendar's promise to include the digest in a Bitcoin block. Throws ProofError. */
export async function requestCalendarPromise(parts: WitnessParts, source: string, digest: Buffer): Promise<WitnessAnswer> {
	const response = await sendRequest(parts, 'POST', `${trimSlashes(source)}/digest`, OTS_MEDIA_TYPES, digest);
	const timestamp = parseTimestamp(response, digest);
	if (collectAttestations(timestamp).length === 0) throw new ProofError('The calendar returned no stamp.');
	return { source, kind: 'opentimestamps', proof: encodeOtsFile(timestamp), provenAt: null, block: null, header: null };
}

/** Completes a calendar's promise once its block was mined; undefined while it is pending. Throws ProofError. */
export async function upgradeProof(
	parts: WitnessParts,
	otsFile: Buffer,
	digest: Buffer,
): Promise<Pick<WitnessAnswer, 'proof' | 'provenAt' | 'block' | 'header'> | undefined> {
	let timestamp = parseOts(otsFile, digest);
	for (const attestation of collectAttestations(timestamp)) {
		if (attestation.kind !== 'pending') continue;
		const url = `${trimSlashes(validateCalendarUrl(attestation.calendar))}/timestamp/${attestation.message.toString('hex')}`;
		const response = await sendRequest(parts, 'GET', url, OTS_MEDIA_TYPES, '', NOT_FOUND);
		if (response) timestamp = replacePromise(timestamp, attestation.message, parseTimestamp(response, attestation.message));
	}
	const block = collectAttestations(timestamp).find((attestation) => attestation.kind === 'bitcoin');
	if (!block) return undefined;
	const header = await fetchHeader(parts, block.height);
	return { proof: encodeOtsFile(timestamp), provenAt: readBlockTime(header, block.message), block: block.height, header };
}

const OTS_MEDIA_TYPES = { type: 'application/octet-stream', accept: 'application/vnd.opentimestamps.v1' };

async function fetchHeader(parts: WitnessParts, height: number): Promise<Buffer> {
	const plainText = { type: 'text/plain', accept: 'text/plain' };
	const hash = String(await sendRequest(parts, 'GET', `${trimSlashes(parts.blocksUrl)}/block-height/${height}`, plainText, '')).trim();
	if (!/^[0-9a-f]{64}$/.test(hash)) throw new ProofError(`${parts.blocksUrl} answered without the hash of block ${height}.`);
	const header = String(await sendRequest(parts, 'GET', `${trimSlashes(parts.blocksUrl)}/block/${hash}/header`, plainText, '')).trim();
	if (!/^[0-9a-f]{160}$/.test(header)) throw new ProofError(`${parts.blocksUrl} answered without the header of block ${height}.`);
	return Buffer.from(header, 'hex');
}

/** Validates a URL from a calendar's response. The poster also checks it: it connects to public hosts over TLS only. */
function validateCalendarUrl(text: string): string {
	if (!/^https:\/\/[\w.-]+(?:\/[\w./-]*)?$/.test(text)) throw new ProofError('The calendar names an address that is not accepted.');
	return text;
}

function trimSlashes(url: string): string {
	return url.replace(/\/+$/, '');
}

async function sendRequest(
	parts: WitnessParts,
	method: 'GET' | 'POST',
	url: string,
	media: MediaTypes,
	body: Buffer | string,
): Promise<Buffer>;
async function sendRequest(
	parts: WitnessParts,
	method: 'GET',
	url: string,
	media: MediaTypes,
	body: string,
	absentStatus: number,
): Promise<Buffer | undefined>;
async function sendRequest(
	{ post, userAgent }: WitnessParts,
	method: 'GET' | 'POST',
	url: string,
	{ type, accept }: MediaTypes,
	body: Buffer | string,
	absentStatus?: number,
): Promise<Buffer | undefined> {
	const contentHeaders = method === 'POST' ? { 'content-type': type, 'content-length': Buffer.byteLength(body) } : {};
	const result = await post({
		method,
		url,
		headers: { ...contentHeaders, accept, 'user-agent': userAgent },
		body,
		maxBytes: MAX_RESPONSE_BYTES,
	});
	if (result.status === null) {
		const outcome = describeFailure(result);
		throw new ProofError('why' in outcome ? outcome.why : 'There was no response.');
	}
	if (result.status === absentStatus) return undefined;
	if (result.status !== 200) throw new ProofError(`The response has status ${result.status}.`);
	return result.body;
}

interface MediaTypes {
	type: string;
	accept: string;
}
