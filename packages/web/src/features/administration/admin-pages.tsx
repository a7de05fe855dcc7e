import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../ui/button.ts';
import { type AdminState, PAGE, writeAdminState } from './admin-state.ts';
import css from './administration.module.css';
import { adminWords } from './words.ts';

interface StepProps {
	state: AdminState;
	page: number | undefined;
	label: string;
	sign: string;
}

const Step = ({ state, page, label, sign }: StepProps) =>
	page === undefined ? (
		<span className={buttonClass} aria-disabled="true" aria-hidden="true">
			{sign}
		</span>
	) : (
		<Link to="/admin" search={writeAdminState({ ...state, page })} className={buttonClass} aria-label={label} resetScroll={false}>
			{sign}
		</Link>
	);

export const AdminPages = ({ state, total }: { state: AdminState; total: number }) => {
	const { page } = state;
	if (total <= PAGE && page === 1) return null;
	const from = (page - 1) * PAGE;
	return (
		<nav className={css['row']} aria-label={adminWords.pages}>
			<Step state={state} page={page > 1 ? page - 1 : undefined} label={adminWords.previous} sign="‹" />
			<span>{adminWords.pageOf(Math.min(from + 1, total), Math.min(from + PAGE, total), total)}</span>
			<Step state={state} page={from + PAGE < total ? page + 1 : undefined} label={adminWords.next} sign="›" />
		</nav>
	);
};
