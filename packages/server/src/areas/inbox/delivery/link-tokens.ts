/** Signed tokens in links of mails and messages. Because a token contains its own data, none must be stored, and none can be forged. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { NamedWheel } from '@sw/domain/inbox/message';
import { TABS } from '@sw/domain/signals/sector';
import { STRATEGIES } from '@sw/domain/time/timeframe';
import { DAY, type ReportTime, SECOND, type TickerId, type UtcMs } from '@sw/domain/time/units';

const ID_BYTES = 16;

const UNSUBSCRIBE_SHAPE = /^[\w-]{48}$/;

/** Creates a token from the account id and a MAC. The token doesn't expire. */
export function unsubscribeToken(secret: Buffer, userId: string): string {
	const id = Buffer.from(userId.replaceAll('-', ''), 'hex');
	return Buffer.concat([id, unsubscribeMac(secret, id)]).toString('base64url');
}

function unsubscribeMac(secret: Buffer, id: Buffer): Buffer {
	return createHmac('sha256', secret).update('unsubscribe').update(id).digest().subarray(0, MAC_BYTES);
}

/** Returns the account id of a token; undefined if this service didn't issue it. Compares in constant time. */
export function readUnsubscribeToken(secret: Buffer, token: string): string | undefined {
	if (!UNSUBSCRIBE_SHAPE.test(token)) return undefined;
	const bytes = Buffer.from(token, 'base64url');
	const id = bytes.subarray(0, ID_BYTES);
	if (!timingSafeEqual(unsubscribeMac(secret, id), bytes.subarray(ID_BYTES))) return undefined;
	return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** A chat that is opened later still shows the picture for this long. */
const PICTURE_LIFE = 7 * DAY;
/** Ticker, report time and expiry (both in seconds) have four bytes each, tab and strategy one byte each. */
const NAME_BYTES = 14;
const MAC_BYTES = 20;
const PICTURE_SHAPE = /^[\w-]{46}$/;

/** Creates a token for the picture of a wheel. The token expires after PICTURE_LIFE. */
export function pictureToken(secret: Buffer, { tickerId, time, tab, strategy }: NamedWheel, now: UtcMs): string {
	const name = Buffer.alloc(NAME_BYTES);
	name.writeUInt32BE(tickerId, 0);
	name.writeUInt32BE(time / SECOND, 4);
	name.writeUInt32BE(Math.floor((now + PICTURE_LIFE) / SECOND), 8);
	name.writeUInt8(
		TABS.findIndex((one) => one.name === tab),
		12,
	);
	name.writeUInt8(
		STRATEGIES.findIndex((one) => one.name === strategy),
		13,
	);
	return Buffer.concat([name, pictureMac(secret, name)]).toString('base64url');
}

function pictureMac(secret: Buffer, name: Buffer): Buffer {
	return createHmac('sha256', secret).update('wheel picture').update(name).digest().subarray(0, MAC_BYTES);
}

/** Returns the wheel of a token; undefined if the token has expired or this service didn't issue it. Compares in constant time. */
export function readPictureToken(secret: Buffer, token: string, now: UtcMs): NamedWheel | undefined {
	if (!PICTURE_SHAPE.test(token)) return undefined;
	const bytes = Buffer.from(token, 'base64url');
	const name = bytes.subarray(0, NAME_BYTES);
	if (!timingSafeEqual(pictureMac(secret, name), bytes.subarray(NAME_BYTES))) return undefined;
	const [tab, strategy] = [TABS[name.readUInt8(12)], STRATEGIES[name.readUInt8(13)]];
	if (!tab || !strategy || name.readUInt32BE(8) * SECOND < now) return undefined;
	const [tickerId, time] = [name.readUInt32BE(0) as TickerId, (name.readUInt32BE(4) * SECOND) as ReportTime];
	return { tickerId, time, tab: tab.name, strategy: strategy.name };
}
