import { LICENCES } from '../reports/licence.ts';
import { DAY, type UtcMs } from '../time/units.ts';
import { MESSAGE_LIFE } from './message.ts';

/** Recipients: all accounts, or those with one current licence. */
export const AUDIENCES = ['everybody', ...LICENCES] as const;
export type Audience = (typeof AUDIENCES)[number];

export const ANNOUNCEMENT_LENGTH = { subject: 120, text: 4_000 } as const;
/** Its messages are deleted after that time, so none lasts longer. */
export const LONGEST_ANNOUNCEMENT = MESSAGE_LIFE - DAY;

/** A message from the operator to many accounts, shown until it expires. */
export interface Announcement {
	readonly id: number;
	readonly subject: string;
	readonly text: string;
	readonly audience: Audience;
	readonly createdAt: UtcMs;
	readonly endsAt: UtcMs;
}
/** With the number of recipients and readers. */
export type AnnouncementStatus = Announcement & { readonly shown: number; readonly read: number };

/** Why this end isn't allowed; undefined if it is. */
export function wrongEnd(now: UtcMs, endsAt: UtcMs): string | undefined {
	if (endsAt <= now) return 'The end is in the past: give a later one.';
	return endsAt > now + LONGEST_ANNOUNCEMENT ? 'The end must be within 89 days.' : undefined;
}
