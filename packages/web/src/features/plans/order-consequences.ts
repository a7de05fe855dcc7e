import { FILTERS_ALLOWED } from '@sw/domain/access/allowance';
import type { Profile } from '../../entities/session/session-query.ts';
import { isContinuing, rankOf } from './offers.ts';
import type { Offer, Subscription } from './queries.ts';
import { dateText, planWords as words } from './words.ts';

interface ConsequenceInput {
	offer: Pick<Offer, 'name' | 'license' | 'period' | 'trial_days'>;
	/** Formatted price of one period. */
	price: string;
	profile: Pick<Profile, 'license' | 'license_expires'>;
	subscription: Subscription | null;
}

/** Describes the consequences of ordering a plan: the charges, what happens to the current plan, and when. */
export function describeConsequences({ offer, price, profile, subscription }: ConsequenceInput): string[] {
	const { license: currentLicense, license_expires: expires } = profile;
	const replacedPlan = subscription && isContinuing(subscription) ? subscription : null;
	const [targetRank, currentRank] = [rankOf(offer.license), rankOf(currentLicense)];
	const name = currentLicense === null ? '' : words.names[currentLicense];
	const expiryText = expires === null ? null : dateText(expires);
	return [
		words.charged(price, offer.period, offer.trial_days),
		...(replacedPlan ? [words.notCredited(replacedPlan.name)] : []),
		...(targetRank > currentRank ? [words.countsSoon(offer.name)] : []),
		...(targetRank === currentRank ? [replacedPlan ? words.withoutGap(offer.name) : words.hadAlready(name, expiryText)] : []),
		...(targetRank < currentRank
			? [
					words.staysUntil(name, offer.name, expiryText),
					words.nothingDeleted(FILTERS_ALLOWED[offer.license]),
					...(expiryText === null ? [] : [words.wouldOverlap(name, offer.name)]),
				]
			: []),
	];
}
