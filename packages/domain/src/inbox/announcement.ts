import { LICENCES } from '../reports/licence.ts';
import { DAY, type UtcMs } from '../time/units.ts';
import { MESSAGE_LIFE } from './message.ts';

/** Recipients: all accounts, or only accounts whose current licence is the named one. */
export const AUDIENCES = ['everybody', ...LICENCES] as const;
export type Audience = (typeof AUDIENCES)[number];

/** Maximum lengths, in characters. */
export const ANNOUNCEMENT_LENGTH = { subject: 120, text: 4_000 } as const;
/** An announcement's messages are deleted after MESSAGE_LIFE, so it must end before that. */
export const MAX_ANNOUNCEMENT_LIFE = MESSAGE_LIFE - DAY;

/** A message from the operator to many accounts, shown until it expires. */
export interface Announcement {
	readonly id: number;
	readonly subject: string;
	readonly text: string;
	readonly audience: Audience;
	readonly createdAt: UtcMs;
	readonly endsAt: UtcMs;
}
/** `shown`: number of recipients; `read`: number of recipients who have read it. */
export type AnnouncementStatus = Announcement & { readonly shown: number; readonly read: number };

/** Returns the error message for an end that isn't allowed; undefined if it is. */
export function announcementEndError(now: UtcMs, endsAt: UtcMs): string | undefined {
	if (endsAt <= now) return 'The end is in the past: give a later one.';
	return endsAt > now + MAX_ANNOUNCEMENT_LIFE ? 'The end must be within 89 days.' : undefined;
}
