import css from './landing.module.css';
import { landingWords as words } from './words.ts';

interface Props {
	/** What did not come, and status and message of the call. */
	what: { readonly message: string; readonly said: string };
	/** The address of this very page. */
	back: string;
}

/** In the place of what did not come. */
export const LandingFailed = ({ what, back }: Props) => (
	<div className={css['failed']} role="status">
		<p>
			<b>{what.message}</b>
		</p>
		<p>{what.said}</p>
		<a href={back}>{words.retry}</a>
	</div>
);
