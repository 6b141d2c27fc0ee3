import { Get } from '@nestjs/common';
import { PluginView } from '@probity/contracts/providers/views';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';
import { PLUGIN_STAGES, type ProviderPlugin } from '@probity/providers/plugin';
import { PluginRegistry } from '@probity/providers/registry';

@ApiController('Providers', 'provider-plugins')
export class PluginsController {
  constructor(private readonly plugins: PluginRegistry) {}

  @Get()
  @ApiRoute({
    summary: 'List the plugins of this installation with their settings',
    permission: 'read_platform',
    list: PluginView,
  })
  list(): PluginView[] {
    return this.plugins.list().map(viewOf);
  }
}

const viewOf = (plugin: ProviderPlugin): PluginView => ({
  name: plugin.name,
  version: plugin.version,
  title: plugin.title,
  stages: [...plugin.stages],
  calls: PLUGIN_STAGES.filter((stage) => plugin[stage] !== undefined),
  webhooks: plugin.webhooks !== undefined,
  configuration: JSON.parse(JSON.stringify(plugin.configuration)) as Record<string, unknown>,
  secrets: [...plugin.secrets],
});
