/** The styles of pages without a framework, in the order of their files, inlined in the page. */
import wheel from '../../charts/wheel/wheel.module.css?inline';
import base from '../../styles/base.css?inline';
import tokens from '../../styles/tokens.css?inline';
import change from '../../ui/content/change.module.css?inline';
import pill from '../../ui/report/pill.module.css?inline';
import frame from './frame.module.css?inline';
import page from './public.module.css?inline';

export const publicStyles = [tokens, base, change, pill, wheel, frame, page].join('\n');
