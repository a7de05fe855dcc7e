import { Link } from '@tanstack/react-router';
import { buttonClass } from '../button.ts';
import page from '../page.module.css';
import { words } from '../words.ts';
import { StateBox } from './state-box.tsx';

export function NotFound() {
	return (
		<div className={page['page']}>
			<StateBox heading="h1" title={words.notFound} detail={words.notFoundDetail}>
				<Link to="/main" className={buttonClass}>
					{words.toList}
				</Link>
			</StateBox>
		</div>
	);
}
