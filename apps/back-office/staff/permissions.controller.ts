import { Get } from '@nestjs/common';
import { PERMISSION_NAMES, permissionOf } from '@probity/contracts/staff/permissions';
import { PermissionView } from '@probity/contracts/staff/views';
import { ApiController, ApiRoute } from '@probity/platform/http/documentation/api-route';

@ApiController('Staff', 'permissions')
export class PermissionsController {
  @Get()
  @ApiRoute({
    summary: 'List what each role may do: the permission matrix',
    permission: 'use_own_account',
    list: PermissionView,
  })
  list(): PermissionView[] {
    return PERMISSION_NAMES.map((name) => {
      const { allows, roles, proposers = [], recent = false } = permissionOf(name);
      return { name, allows, roles: [...roles], proposers: [...proposers], recent_sign_in: recent };
    });
  }
}
