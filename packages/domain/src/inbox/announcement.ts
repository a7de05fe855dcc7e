import { LICENCES } from '../reports/licence.ts';
import { DAY, type UtcMs } from '../time/units.ts';
import { MESSAGE_LIFE } from './message.ts';

/** Recipients: all accounts, or those with one licence in force. */
export const AUDIENCES = ['everybody', ...LICENCES] as const;
export type Audience = (typeof AUDIENCES)[number];

export const ANNOUNCEMENT_LENGTH = { subject: 120, text: 4_000 } as const;
/** Its messages are forgotten after that long, so none lasts longer. */
export const LONGEST_ANNOUNCEMENT = MESSAGE_LIFE - DAY;

/** A message of the operator to many accounts, shown while it lasts. */
export interface Announcement {
	readonly id: number;
	readonly subject: string;
	readonly text: string;
	readonly audience: Audience;
	readonly createdAt: UtcMs;
	readonly endsAt: UtcMs;
}
/** With how many have been shown it, and have read it. */
export type AnnouncementOfHouse = Announcement & { readonly shown: number; readonly read: number };

/** Why it may not end then; undefined: it may. */
export const wrongEnd = (now: UtcMs, endsAt: UtcMs): string | undefined => {
	if (endsAt <= now) return 'The end must be in the future.';
	return endsAt > now + LONGEST_ANNOUNCEMENT ? 'The end must be within 89 days.' : undefined;
};
