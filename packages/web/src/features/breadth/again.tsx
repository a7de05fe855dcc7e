import { useSession } from '../../entities/session/session-query.ts';
import { onDemand } from '../../ui/on-demand.tsx';

const BuildAgain = onDemand(async () => (await import('./build-again.tsx')).BuildAgain);

/** Administrators' breadth actions, with or without a licence. */
export const Again = ({ time }: { time: string | undefined }) =>
	useSession().profile?.role === 'admin' ? <BuildAgain time={time} /> : null;
