import { buttonClass } from '../../ui/button.ts';
import { StateBox } from '../../ui/states/state-box.tsx';
import { landingWords as words } from './words.ts';

interface Props {
	/** What failed to load, with status and message of the call. */
	what: { readonly message: string; readonly said: string };
	/** Address of this page. */
	back: string;
}

/** Shown in place of content that failed to load. */
export function LandingFailed({ what, back }: Props) {
	return (
		<StateBox title={what.message} detail={what.said}>
			<a href={back} className={buttonClass}>
				{words.retry}
			</a>
		</StateBox>
	);
}
