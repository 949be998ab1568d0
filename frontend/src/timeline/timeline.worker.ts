/** The worker of one capture: reads it, draws it, answers for it. */
import * as Comlink from 'comlink';
import { traceModule } from '../trace/fetch-module';
import { loadTrace } from '../trace/load';
import { Desk } from './desk';

Comlink.expose(new Desk(async (input, on, signal) => loadTrace(await traceModule(), input, on, signal)));
