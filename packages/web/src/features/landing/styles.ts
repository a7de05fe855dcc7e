/** Styles inlined only in the landing page. All pages without a framework also share other styles. */
import head from '../../charts/wheel/annotated-head.module.css?inline';
import notes from '../../charts/wheel/annotated-notes.module.css?inline';
import annotated from '../../charts/wheel/annotated-wheel.module.css?inline';
import tones from '../../charts/wheel/tones.module.css?inline';
import place from '../../ui/report/report-pill.module.css?inline';
import evidence from './evidence.module.css?inline';
import hero from './hero.module.css?inline';
import landing from './landing.module.css?inline';

/** Styles of the record, for pages that show it without the rest of the landing page. */
export const evidenceStyles: string = evidence;

export const landingStyles = [tones, annotated, head, notes, place, hero, evidence, landing].join('\n');
