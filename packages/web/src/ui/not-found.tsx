import { Link } from '@tanstack/react-router';
import { buttonClass } from './button.ts';
import { StateBox } from './state-box.tsx';
import { words } from './words.ts';

export const NotFound = () => (
	<StateBox heading="h1" title={words.notFound} detail={words.notFoundDetail}>
		<Link to="/main" className={buttonClass}>
			{words.toList}
		</Link>
	</StateBox>
);
