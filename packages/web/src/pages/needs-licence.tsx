import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useLicence } from '../entities/session/licence.ts';
import { useSession } from '../entities/session/session-query.ts';
import { Unconfirmed } from '../entities/session/unconfirmed.tsx';
import { buttonClass } from '../ui/button.ts';
import { StateBox } from '../ui/states/state-box.tsx';
import { words } from '../ui/words.ts';

const DETAIL = 'Every licence includes this page. Confirm your e-mail address to start a trial.';

/** Content that needs a licence; without one, how to get it. */
export function NeedsLicence({ children }: { children: ReactNode }) {
	const licence = useLicence();
	const { profile } = useSession();
	if (licence) return children;
	if (licence === undefined) return null;
	if (profile?.status === 'unconfirmed') return <Unconfirmed email={profile.email} />;
	return (
		<StateBox title={words.licencePopup} detail={DETAIL}>
			<Link to="/prices" className={buttonClass}>
				{words.changeLicence}
			</Link>
		</StateBox>
	);
}
