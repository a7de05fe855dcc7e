/** Signed tokens in links of mails and messages. A token contains its data and a MAC, so tokens needn't be stored and can't be forged. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { NamedWheel } from '@sw/domain/inbox/message';
import { TABS } from '@sw/domain/signals/sector';
import { STRATEGIES } from '@sw/domain/time/timeframe';
import { DAY, type ReportTime, SECOND, type TickerId, type UtcMs } from '@sw/domain/time/units';

const ID_BYTES = 16;

const UNSUBSCRIBE_SHAPE = /^[\w-]{48}$/;

/** Creates a token from the account id and a MAC. The token doesn't expire. */
export function createUnsubscribeToken(secret: Buffer, userId: string): string {
	const id = Buffer.from(userId.replaceAll('-', ''), 'hex');
	return Buffer.concat([id, computeUnsubscribeMac(secret, id)]).toString('base64url');
}

function computeUnsubscribeMac(secret: Buffer, id: Buffer): Buffer {
	return createHmac('sha256', secret).update('unsubscribe').update(id).digest().subarray(0, MAC_BYTES);
}

/** Returns the account id of a token; undefined if this service didn't issue it. Compares in constant time. */
export function readUnsubscribeToken(secret: Buffer, token: string): string | undefined {
	if (!UNSUBSCRIBE_SHAPE.test(token)) return undefined;
	const bytes = Buffer.from(token, 'base64url');
	const id = bytes.subarray(0, ID_BYTES);
	if (!timingSafeEqual(computeUnsubscribeMac(secret, id), bytes.subarray(ID_BYTES))) return undefined;
	return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** How long picture URLs stay valid, so that chats opened later still show the pictures. */
const PICTURE_LIFE_MS = 7 * DAY;
/** Ticker, report time and expiry (both in seconds) have four bytes each, tab and strategy one byte each. */
const PAYLOAD_BYTES = 14;
const MAC_BYTES = 20;
const PICTURE_SHAPE = /^[\w-]{46}$/;

/** Creates a token for the picture of a wheel. The token expires after PICTURE_LIFE_MS. */
export function createPictureToken(secret: Buffer, { tickerId, time, tab, strategy }: NamedWheel, now: UtcMs): string {
	const payload = Buffer.alloc(PAYLOAD_BYTES);
	payload.writeUInt32BE(tickerId, 0);
	payload.writeUInt32BE(time / SECOND, 4);
	payload.writeUInt32BE(Math.floor((now + PICTURE_LIFE_MS) / SECOND), 8);
	payload.writeUInt8(
		TABS.findIndex((one) => one.name === tab),
		12,
	);
	payload.writeUInt8(
		STRATEGIES.findIndex((one) => one.name === strategy),
		13,
	);
	return Buffer.concat([payload, computePictureMac(secret, payload)]).toString('base64url');
}

function computePictureMac(secret: Buffer, payload: Buffer): Buffer {
	return createHmac('sha256', secret).update('wheel picture').update(payload).digest().subarray(0, MAC_BYTES);
}

/** Returns the wheel of a token; undefined if the token has expired or this service didn't issue it. Compares in constant time. */
export function readPictureToken(secret: Buffer, token: string, now: UtcMs): NamedWheel | undefined {
	if (!PICTURE_SHAPE.test(token)) return undefined;
	const bytes = Buffer.from(token, 'base64url');
	const payload = bytes.subarray(0, PAYLOAD_BYTES);
	if (!timingSafeEqual(computePictureMac(secret, payload), bytes.subarray(PAYLOAD_BYTES))) return undefined;
	const [tab, strategy] = [TABS[payload.readUInt8(12)], STRATEGIES[payload.readUInt8(13)]];
	if (!tab || !strategy || payload.readUInt32BE(8) * SECOND < now) return undefined;
	const [tickerId, time] = [payload.readUInt32BE(0) as TickerId, (payload.readUInt32BE(4) * SECOND) as ReportTime];
	return { tickerId, time, tab: tab.name, strategy: strategy.name };
}
