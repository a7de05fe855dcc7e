import { randomBytes, type X509Certificate } from 'node:crypto';
import type { Agent } from 'node:https';
import { type UtcMs, utcMs } from '@sw/domain/time/units';
import type { Stores } from '@sw/store/open';
import { saveSetting, setting } from '@sw/store/postgres/records/settings';
import type { Config } from '../config/config.ts';
import { PRODUCT_VERSION } from '../config/product-version.ts';
import { createHttpsPoster, createLocalReceivers } from '../outside/https/https-poster.ts';
import { createPublicAgent, createPublicPlainAgent } from '../outside/https/public-agent.ts';
import { requestCalendarPromise, requestTimeStamp, upgradeProof } from '../outside/witnesses/witnesses.ts';
import type { WallClock } from '../platform/clocks/wall-clock.ts';
import { type Anchors, createAnchors } from '../reports/anchors/anchors.ts';
import { openHeadKey } from '../reports/anchors/head-key.ts';
import { ProofError } from '../reports/anchors/time-stamp.ts';
import { readCertificates } from '../reports/proof/verify-file.ts';

export interface ComposedAnchors {
	/** Undefined when stamping is switched off. */
	readonly anchors: Anchors | undefined;
	readonly roots: readonly X509Certificate[] | null;
	/** When stamping was switched on; undefined while it is off. */
	readonly stampedSince: UtcMs | undefined;
}

const STAMPED_SINCE_KEY = 'anchors_since';

/** Opens the configured witnesses of the report chain: time-stamp authorities, calendars, and a webhook that receives each signed head. */
export async function composeAnchors({
	config: { anchors: anchorsConfig, localReceivers: local },
	records,
	wall,
	agent,
}: {
	config: Pick<Config, 'anchors' | 'localReceivers'>;
	records: Stores['records'];
	wall: WallClock;
	agent?: Agent | undefined;
}): Promise<ComposedAnchors> {
	const stampedSince = await recordStampingStart(records, anchorsConfig !== null, wall);
	if (anchorsConfig === null) return { anchors: undefined, roots: null, stampedSince };
	const roots = anchorsConfig.roots === null ? null : readCertificates(anchorsConfig.roots);
	// Plain HTTP is allowed because many authorities have no TLS; tokens and calendar proofs are verified by their own signatures.
	const post = createHttpsPoster({
		agent: agent ?? createPublicAgent(),
		httpAgent: createPublicPlainAgent(),
		localReceivers: createLocalReceivers(local),
		wall,
	});
	const { authorities, calendars, blocks, webhook } = anchorsConfig;
	const userAgent = `Signalwheel/${PRODUCT_VERSION}`;
	const publish = async (text: string): Promise<void> => {
		const body = JSON.stringify(await (await openHeadKey(records.db)).signHead(text));
		const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), 'user-agent': userAgent };
		const response = await post({ url: webhook ?? '', headers, body });
		if (response.status === null || response.status >= 300) throw new ProofError(`The response was ${response.status ?? response.why}.`);
	};
	const parts = { post, userAgent, roots, blocksUrl: blocks, createNonce: () => randomBytes(8), wallNow: wall.now };
	const anchors = createAnchors({
		records,
		witnesses: new Map([
			...authorities.map((source) => [source, (digest: Buffer) => requestTimeStamp(parts, source, digest)] as const),
			...calendars.map((source) => [source, (digest: Buffer) => requestCalendarPromise(parts, source, digest)] as const),
		]),
		upgrade: (file, digest) => upgradeProof(parts, file, digest),
		wallNow: wall.now,
		publish: webhook === null ? undefined : publish,
	});
	return { anchors, roots, stampedSince };
}

/** Stores when stamping was switched on and returns that time: reports published since then are expected to be stamped. */
async function recordStampingStart({ db }: Stores['records'], isOn: boolean, wall: WallClock): Promise<UtcMs | undefined> {
	const stored = await setting(db, STAMPED_SINCE_KEY);
	if (isOn && typeof stored === 'number') return utcMs(stored);
	if (isOn || typeof stored === 'number') await saveSetting(db, STAMPED_SINCE_KEY, isOn ? wall.now() : false);
	return isOn ? utcMs(wall.now()) : undefined;
}
