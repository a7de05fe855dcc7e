import { buttonClass } from '../../ui/button.ts';
import { StateBox } from '../../ui/state-box.tsx';
import { landingWords as words } from './words.ts';

interface Props {
	/** What did not come, and status and message of the call. */
	what: { readonly message: string; readonly said: string };
	/** The address of this very page. */
	back: string;
}

/** In the place of what did not come. */
export const LandingFailed = ({ what, back }: Props) => (
	<StateBox title={what.message} detail={what.said}>
		<a href={back} className={buttonClass}>
			{words.retry}
		</a>
	</StateBox>
);
