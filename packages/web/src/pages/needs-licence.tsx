import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useLicence, useSession } from '../entities/session/session-query.ts';
import { Unconfirmed } from '../entities/session/unconfirmed.tsx';
import { buttonClass } from '../ui/button.ts';
import { onDemand } from '../ui/states/on-demand.tsx';
import { StateBox } from '../ui/states/state-box.tsx';
import { words } from '../ui/words.ts';
import type { OfferedPage } from './licence-offer.tsx';

const DETAIL = 'Every licence includes this page. Confirm your e-mail address to start a trial.';

const TO_LIST = 'To the list';

/** Loaded on demand, because few readers need it. */
const Offer = onDemand(async () => (await import('./licence-offer.tsx')).LicenceOffer, 'silent');

/** Shows content only to readers with a licence. Others see what it offers, how to get a licence, and a link back. */
export function NeedsLicence({ page, children }: { page: OfferedPage; children: ReactNode }) {
	const licence = useLicence();
	const { profile } = useSession();
	if (licence) return children;
	if (licence === undefined) return null;
	if (profile?.status === 'unconfirmed') return <Unconfirmed email={profile.email} />;
	return (
		<StateBox title={words.licencePopup} detail={DETAIL}>
			<Offer page={page} />
			<Link to="/prices" className={buttonClass}>
				{words.changeLicence}
			</Link>
			<Link to="/main" className={buttonClass}>
				{TO_LIST}
			</Link>
		</StateBox>
	);
}
